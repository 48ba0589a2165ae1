import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeWindow, readWindowState, saveWindowState } from '../../src-main/window/window-state.ts'

const laptop = { x: 0, y: 25, width: 1440, height: 875 }
const monitor = { x: 1440, y: 0, width: 2560, height: 1415 }
const savedState = { x: 1500, y: 100, width: 1600, height: 1000, isMaximized: false }

describe('the window’s position', () => {
  it('is restored with its size', () => {
    expect(placeWindow(savedState, [laptop, monitor])).toEqual({
      bounds: { x: 1500, y: 100, width: 1600, height: 1000 },
      isMaximized: false,
    })
  })

  it('is centered if its display was removed, and the window stays maximized', () => {
    expect(placeWindow({ ...savedState, isMaximized: true }, [laptop])).toEqual({
      bounds: { width: 1280, height: 800 },
      isMaximized: true,
    })
  })

  it.each([
    ['above the display', { ...savedState, x: 100, y: -200 }],
    ['below it', { ...savedState, x: 100, y: 890 }],
    ['a sliver at its left', { ...savedState, x: -1560, y: 100 }],
  ])('is centered if its title bar would be unreachable: %s', (_where, saved) => {
    expect(placeWindow(saved, [laptop]).bounds).toEqual({ width: 1280, height: 800 })
  })

  it('limits the size to the display and the minimum', () => {
    expect(
      placeWindow({ ...savedState, x: 0, y: 25, width: 9000, height: 9000 }, [laptop]).bounds,
    ).toMatchObject({
      width: 1440,
      height: 875,
    })
    expect(
      placeWindow({ ...savedState, x: 0, y: 25, width: 200, height: 100 }, [laptop]).bounds,
    ).toMatchObject({
      width: 900,
      height: 600,
    })
  })

  it('is centered the first time', () => {
    expect(placeWindow(null, [laptop])).toEqual({ bounds: { width: 1280, height: 800 }, isMaximized: false })
  })
})

describe('the file of the window state', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kerblight-window-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('restores the saved state', () => {
    const file = join(folder, 'window.json')
    saveWindowState(file, { x: 1500, y: 100, width: 1600, height: 1000 }, false)
    expect(readWindowState(file)).toEqual(savedState)
  })

  it.each(['', '{"x": 1}', '{"x":"a","y":0,"width":1,"height":1,"isMaximized":false}'])(
    'is ignored if broken: %j',
    (text) => {
      const file = join(folder, 'broken.json')
      writeFileSync(file, text)
      expect(readWindowState(file)).toBeNull()
    },
  )
})
