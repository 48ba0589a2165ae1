import { useState } from 'react'
import type { Sort } from '../placed/placed-list.ts'

/** How somebody likes a table. Nothing of its rows is in it. */
export interface TableSettings {
  hidden: string[]
  sort: Sort | null
  facet: string | null
}

const NONE: TableSettings = { hidden: [], sort: null, facet: null }

/** The settings of the table of that name, kept on this machine. */
export function useTableSettings(name: string): [TableSettings, (part: Partial<TableSettings>) => void] {
  const [settings, setSettings] = useState(() => readSettings(stored(name)))

  function change(part: Partial<TableSettings>) {
    const next = { ...settings, ...part }
    setSettings(next)
    try {
      localStorage.setItem(keyOf(name), JSON.stringify(next))
    } catch {
      // Blocked or full: it holds until the table goes.
    }
  }

  return [settings, change]
}

/** @param text as it was kept; what is none of ours counts as nothing */
export function readSettings(text: string | null): TableSettings {
  let kept: Partial<Record<keyof TableSettings, unknown>>
  try {
    kept = Object(JSON.parse(text ?? '{}')) as typeof kept
  } catch {
    return NONE
  }
  const { hidden, sort, facet } = kept
  return {
    hidden: Array.isArray(hidden) ? hidden.filter((key) => typeof key === 'string') : [],
    sort: isSort(sort) ? { key: sort.key, isDescending: sort.isDescending } : null,
    facet: typeof facet === 'string' ? facet : null,
  }
}

function isSort(value: unknown): value is Sort {
  const { key, isDescending } = Object(value) as Partial<Record<keyof Sort, unknown>>
  return typeof key === 'string' && typeof isDescending === 'boolean'
}

function stored(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name))
  } catch {
    return null
  }
}

function keyOf(name: string): string {
  return `kerblight.table.${name}`
}
