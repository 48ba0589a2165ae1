import { createElement, useEffect, useState, type ReactNode } from 'react'
import { insist } from '../../ui/insist.ts'
import type { Palette } from './Palette.tsx'

const loadPalette = () => import('./Palette.tsx').then((module) => module.Palette)

/** Draws the palette, whose code is loaded before it is asked for: a promise of it would lose the first letters typed. */
export function usePalette(onClose: () => void): () => ReactNode {
  const [loaded, setLoaded] = useState<typeof Palette | null>(null)
  useEffect(() => {
    void insist(loadPalette)
      .then((Part) => setLoaded(() => Part))
      .catch(() => undefined)
  }, [])
  return () => loaded && createElement(loaded, { onClose })
}
