import { use, useState } from 'react'
import type { Sort } from '../list-view.ts'
import { clampWidth, type Widths } from './column-layout.ts'
import { TableOwner } from './table-owner.ts'

/** A user's settings for a table. They contain none of its data. */
export interface TableSettings {
  hidden: string[]
  widths: Widths
  sort: Sort | null
  facet: string | null
}

const NONE: TableSettings = { hidden: [], widths: {}, sort: null, facet: null }

/**
 * Returns the user's settings for the table and a function that changes them. They are stored on
 * this device.
 */
export function useTableSettings(name: string): [TableSettings, (changes: Partial<TableSettings>) => void] {
  const key = `kerblight.table.${use(TableOwner)}.${name}`
  const [settings, setSettings] = useState(() => readSettings(stored(key)))

  function change(changes: Partial<TableSettings>) {
    const next = { ...settings, ...changes }
    setSettings(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Storage is blocked or full; the change lasts until the table unmounts.
    }
  }

  return [settings, change]
}

/** Parses stored settings, ignoring invalid ones. */
export function readSettings(text: string | null): TableSettings {
  let parsed: Partial<Record<keyof TableSettings, unknown>>
  try {
    parsed = Object(JSON.parse(text ?? '{}')) as typeof parsed
  } catch {
    return NONE
  }
  const { hidden, widths, sort, facet } = parsed
  return {
    hidden: Array.isArray(hidden) ? hidden.filter((key) => typeof key === 'string') : [],
    widths: readWidths(widths),
    sort: isSort(sort) ? { key: sort.key, isDescending: sort.isDescending } : null,
    facet: typeof facet === 'string' ? facet : null,
  }
}

function isSort(value: unknown): value is Sort {
  const { key, isDescending } = Object(value) as Partial<Record<keyof Sort, unknown>>
  return typeof key === 'string' && typeof isDescending === 'boolean'
}

function readWidths(value: unknown): Widths {
  const parsed = Object.entries(Object(value) as Record<string, unknown>)
  return Object.fromEntries(
    parsed.flatMap(([key, width]) => (Number.isFinite(width) ? [[key, clampWidth(Number(width))]] : [])),
  )
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
