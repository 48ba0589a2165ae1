/** A bug that is seeded into the console's source code and breaks a user-facing feature. */
export interface UserFacingBug {
  /** The symptom that a user would see. */
  what: string
  file: string
  /** The correct source text, which must occur exactly once in the file. */
  right: string
  wrong: string
  /** The test file that should detect the bug. */
  test: string
  /**
   * A pattern for the titles of the tests that detect the bug in a running console. Undefined if the bug can
   * be detected without one.
   */
  titles?: string
}

export const userFacingBugs: UserFacingBug[] = [
  {
    what: 'a bulk price is wrong',
    file: 'contract/money.ts',
    right: '(minor * (100 + by)) / 10_000',
    wrong: '(minor * (100 - by)) / 10_000',
    test: 'tests/server/cars.test.ts',
  },
  {
    what: 'two commands have the same shortcut',
    file: 'contract/desktop/commands.ts',
    right: "...open('sales'), group: 'go', accelerator: 'CmdOrCtrl+3'",
    wrong: "...open('sales'), group: 'go', accelerator: 'CmdOrCtrl+2'",
    test: 'tests/desktop/commands.test.ts',
  },
  {
    what: 'the command chosen in a row’s menu does not run',
    file: 'src-main/window/context-menu.ts',
    right: 'click: () => actions.choose(id)',
    wrong: 'click: () => undefined',
    test: 'tests/desktop/context-menu.test.ts',
  },
  {
    what: 'cached responses stay on the disk after a sign-out',
    file: 'src-main/session/offline-cache.ts',
    right: 'await rm(serverFolder, { recursive: true, force: true })',
    wrong: 'await Promise.resolve()',
    test: 'tests/desktop/offline-cache.test.ts',
  },
  {
    what: 'a list is stale once the network is back',
    file: 'src-renderer/api/refetch-when-online.ts',
    right: 'if (isFirst || Object.values(getState().api.queries).some(isMissing)) dispatch(onOnline())',
    wrong: 'if (isFirst && Object.values(getState().api.queries).some(isMissing)) dispatch(onOnline())',
    test: 'tests/renderer/refetch-when-online.test.ts',
  },
  {
    what: 'an update during a stream outage is lost',
    file: 'src-renderer/api/live/read-events.ts',
    right: 'Math.ceil((ms + OVERLAP_MS) / 1000)',
    wrong: '0',
    test: 'tests/renderer/keep-reading.test.ts',
  },
  {
    what: 'a repeated save lists a car twice',
    file: 'src-renderer/api/idempotency-key.ts',
    right: 'if (content !== lastSaved.content) lastSaved =',
    wrong: 'lastSaved =',
    test: 'tests/renderer/idempotency-key.test.ts',
  },
  {
    what: 'the last rows of a very long list can’t be reached',
    file: 'src-renderer/ui/table/console/row-places.ts',
    right: '(fullHeight - viewHeight) / (height - viewHeight)',
    wrong: '1',
    test: 'tests/renderer/row-places.test.ts',
  },
  {
    what: 'closing one of two windows hides it',
    file: 'src-main/window/tray.ts',
    right: 'other === window || !other.isVisible()',
    wrong: 'other === window || other.isVisible()',
    test: 'tests/desktop/tray.test.ts',
  },
  {
    what: 'saving a preference resets the previous preference',
    file: 'src-main/system/preferences.ts',
    right: '{ ...readStored(), ...change }',
    wrong: '{ ...stored.parse({}), ...change }',
    test: 'tests/desktop/preferences.test.ts',
  },
  {
    what: 'an AppImage does not start at login',
    file: 'src-main/system/login-item.ts',
    right: "process.env.APPIMAGE ?? app.getPath('exe')",
    wrong: "app.getPath('exe')",
    test: 'tests/desktop/login-item.test.ts',
  },
  {
    what: 'a link opened during startup is lost',
    file: 'src-main/window/open-windows.ts',
    right: 'else waiting.push(deliver)',
    wrong: 'else void deliver',
    test: 'tests/desktop/main-parts.test.ts',
  },
  {
    what: 'a bulk price change reaches only the first car',
    file: 'src-renderer/features/cars/ChangeCarsDialog.tsx',
    right: 'ids: cars.map(({ _id }) => _id), change',
    wrong: 'ids: cars.slice(0, 1).map(({ _id }) => _id), change',
    test: 'tests/desktop/console-lists.spec.ts',
    titles: 'its prices changed by percent',
  },
  {
    what: 'a list key does nothing',
    file: 'src-renderer/ui/table/console/TableGrid.tsx',
    right: "else if (id === 'edit') props.edit?.(row)?.()",
    wrong: "else if (id === 'edit') return",
    test: 'tests/desktop/keyboard.spec.ts',
    titles: 'each key of a list does',
  },
  {
    what: 'focus does not return to the previous row',
    file: 'src-renderer/ui/table/console/use-row-focus.ts',
    right: 'if (positionNote !== null && positionNote !== stored) note(positionNote)',
    wrong: "if (positionNote === '') note(positionNote)",
    test: 'tests/desktop/keyboard.spec.ts',
    titles: 'returns to the row that was left',
  },
  {
    what: 'the focused row is outside the viewport',
    file: 'src-renderer/ui/table/console/use-row-focus.ts',
    right: '    scrollToRow(index)\n    return true',
    wrong: '    return true',
    test: 'tests/desktop/console-long-list.spec.ts',
    titles: 'loads the rows in view',
  },
  {
    what: 'Escape discards typed input',
    file: 'src-renderer/features/cars/CarForm.tsx',
    right: 'useLeaveWarning(!isDraftSaved && (form.formState.isDirty || formPhotos.isChanged)',
    wrong: 'useLeaveWarning(isDraftSaved && (form.formState.isDirty || formPhotos.isChanged)',
    test: 'tests/desktop/keyboard.spec.ts',
    titles: 'prompt before discarding input',
  },
  {
    what: 'cached data is unavailable without the server',
    file: 'src-renderer/platform/offline-cache.ts',
    right: 'if (cachedResponse) return toResponse(cachedResponse)',
    wrong: 'if (cachedResponse === undefined) return toResponse(cachedResponse)',
    test: 'tests/desktop/offline.spec.ts',
    titles: 'available without the server',
  },
  {
    what: 'a list is stale after a change in another window',
    file: 'src-renderer/session/live-session.ts',
    right: 'dispatch(api.util.invalidateTags([...tags]))',
    wrong: 'dispatch(api.util.invalidateTags([]))',
    test: 'tests/desktop/console-offset-lists.spec.ts',
    titles: 'number of payments',
  },
  {
    what: 'an action affects rows hidden by a search',
    file: 'src-renderer/ui/table/use-found-selection.ts',
    right: 'selection?.items.filter((row) => inSight.has(row)) ?? []',
    wrong: 'selection?.items.slice() ?? []',
    test: 'tests/desktop/console-selection.spec.ts',
    titles: 'a search deselects hidden rows',
  },
]
