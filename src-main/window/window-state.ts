import type { Rectangle } from 'electron'
import * as z from 'zod'
import { readJson, writeJson } from '../system/json-file.ts'

const rectangle = {
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
}
const state = z.object({ ...rectangle, isMaximized: z.boolean() })

export type WindowState = z.infer<typeof state>

export const MIN_WINDOW_SIZE = { width: 900, height: 600 }
const DEFAULT_SIZE = { width: 1280, height: 800 }

/** Part of the title bar that must be on a display, so that the user can grab it. */
const REACHABLE = { width: 120, height: 40 }

export interface Placement {
  bounds: { width: number; height: number } | Rectangle
  isMaximized: boolean
}

/**
 * Returns the last placement, no larger than its display. If that display is gone, the window is centered at
 * the default size.
 * @param workAreas the work areas of the connected displays
 */
export function placeWindow(saved: WindowState | null, workAreas: Rectangle[]): Placement {
  const area = saved === null ? undefined : workAreas.find((area) => isReachable(saved, area))
  if (saved === null || area === undefined)
    return { bounds: DEFAULT_SIZE, isMaximized: saved?.isMaximized ?? false }
  const { x, y, isMaximized } = saved
  const width = Math.max(MIN_WINDOW_SIZE.width, Math.min(saved.width, area.width))
  const height = Math.max(MIN_WINDOW_SIZE.height, Math.min(saved.height, area.height))
  return { bounds: { x, y, width, height }, isMaximized }
}

/** Offset in pixels that leaves the title bar of the window behind visible. */
const STEP = 32

export function placeNextTo({ x, y, width, height }: Rectangle): WindowState {
  return { x: x + STEP, y: y + STEP, width, height, isMaximized: false }
}

export function readWindowState(file: string): WindowState | null {
  return readJson(file, state)
}

export function saveWindowState(file: string, bounds: Rectangle, isMaximized: boolean): void {
  writeJson(file, { ...bounds, isMaximized } satisfies WindowState)
}

function isReachable(window: Rectangle, area: Rectangle): boolean {
  const width = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x)
  const isTitleBarInside = window.y >= area.y - 10 && window.y <= area.y + area.height - REACHABLE.height
  return width >= REACHABLE.width && isTitleBarInside
}
