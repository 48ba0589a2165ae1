/** Something that the console does for people, done wrong in its sources. */
export interface PeoplesFault {
  /** What somebody would meet. */
  what: string
  file: string
  /** The text in the file; there has to be exactly one such place. */
  right: string
  wrong: string
  /** The file of tests that should notice, of those that need no console. */
  test: string
}

export const peoplesFaults: PeoplesFault[] = [
  {
    what: 'a bulk price is wrong',
    file: 'contract/money.ts',
    right: '(minor * (100 + by)) / 10_000',
    wrong: '(minor * (100 - by)) / 10_000',
    test: 'tests/server/cars.test.ts',
  },
  {
    what: 'a key of lists is dead',
    file: 'src-renderer/ui/accelerators.ts',
    right: "  space: ' ',\n",
    wrong: '',
    test: 'tests/renderer/console-table.test.ts',
  },
  {
    what: 'two commands have one key',
    file: 'contract/commands.ts',
    right: "...open('sales'), group: 'go', accelerator: 'CmdOrCtrl+3'",
    wrong: "...open('sales'), group: 'go', accelerator: 'CmdOrCtrl+2'",
    test: 'tests/desktop/commands.test.ts',
  },
  {
    what: 'what is chosen in a row’s menu is not done',
    file: 'src-main/window/context-menu.ts',
    right: 'click: () => actions.choose(id)',
    wrong: 'click: () => undefined',
    test: 'tests/desktop/context-menu.test.ts',
  },
  {
    what: 'what was read is lost without the server',
    file: 'src-main/session/kept-answers.ts',
    right: 'find: (address) => inTurn(() => read(address), null)',
    wrong: 'find: (address) => inTurn(async () => (await read(address), null), null)',
    test: 'tests/desktop/kept-answers.test.ts',
  },
  {
    what: 'what was read stays on the disk for whoever comes next',
    file: 'src-main/session/kept-answers.ts',
    right: 'await rm(own, { recursive: true, force: true })',
    wrong: 'await Promise.resolve()',
    test: 'tests/desktop/kept-answers.test.ts',
  },
  {
    what: 'a list is stale once the network is back',
    file: 'src-renderer/api/refetch-when-online.ts',
    right: 'if (isFirst || Object.values(getState().api.queries).some(isMissing)) dispatch(onOnline())',
    wrong: 'if (isFirst && Object.values(getState().api.queries).some(isMissing)) dispatch(onOnline())',
    test: 'tests/renderer/refetch-when-online.test.ts',
  },
  {
    what: 'an update that came while the stream was broken is dropped',
    file: 'src-renderer/api/live/read-events.ts',
    right: 'Math.ceil((ms + OVERLAP_MS) / 1000)',
    wrong: '0',
    test: 'tests/renderer/keep-reading.test.ts',
  },
  {
    what: 'a repeated save lists a car twice',
    file: 'src-renderer/api/idempotency-key.ts',
    right: 'if (content !== last.content) last =',
    wrong: 'last =',
    test: 'tests/renderer/idempotency-key.test.ts',
  },
  {
    what: 'rows with no value come first in a sorted list',
    file: 'src-renderer/ui/console-table/arrange-rows.ts',
    right: 'Number(a === null) - Number(b === null)',
    wrong: 'Number(b === null) - Number(a === null)',
    test: 'tests/renderer/console-table.test.ts',
  },
  {
    what: 'a search finds rows that lack one of its words',
    file: 'src-renderer/ui/console-table/arrange-rows.ts',
    right: 'words.every(',
    wrong: 'words.some(',
    test: 'tests/renderer/console-table.test.ts',
  },
  {
    what: 'the last rows of a very long list can’t be reached',
    file: 'src-renderer/ui/console-table/row-places.ts',
    right: '(full - shown) / (height - shown)',
    wrong: '1',
    test: 'tests/renderer/row-places.test.ts',
  },
  {
    what: 'a selection that was cut short is not said to be',
    file: 'src-renderer/ui/selection.ts',
    right: 'if (takeable > MAX_AT_ONCE || (takeable === MAX_AT_ONCE && hasMore))',
    wrong: 'if (takeable > MAX_AT_ONCE && hasMore)',
    test: 'tests/renderer/selection.test.ts',
  },
  {
    what: 'the window opens where no display is',
    file: 'src-main/window/window-state.ts',
    right: 'return width >= REACHABLE.width && isTitleBarInside',
    wrong: 'return width >= REACHABLE.width || isTitleBarInside || true',
    test: 'tests/desktop/window-state.test.ts',
  },
  {
    what: 'one window of two is hidden rather than closed',
    file: 'src-main/window/tray.ts',
    right: 'other === window || !other.isVisible()',
    wrong: 'other === window || other.isVisible()',
    test: 'tests/desktop/tray.test.ts',
  },
  {
    what: 'the menu works on a window that is closed',
    file: 'src-main/window/open-windows.ts',
    right: 'open = open.filter((one) => one.window !== window)',
    wrong: 'void window',
    test: 'tests/desktop/open-windows.test.ts',
  },
  {
    what: 'a choice for this computer is forgotten with the next one',
    file: 'src-main/system/preferences.ts',
    right: '{ ...kept(), ...change }',
    wrong: '{ ...stored.parse({}), ...change }',
    test: 'tests/desktop/preferences.test.ts',
  },
  {
    what: 'an AppImage isn’t there when the computer starts it',
    file: 'src-main/system/login-item.ts',
    right: "process.env.APPIMAGE ?? app.getPath('exe')",
    wrong: "app.getPath('exe')",
    test: 'tests/desktop/login-item.test.ts',
  },
  {
    what: 'the badge stays once somebody has looked',
    file: 'src-main/system/badge.ts',
    right: '        unseen = 0\n',
    wrong: '',
    test: 'tests/desktop/main-parts.test.ts',
  },
  {
    what: 'a link that comes during the start is lost',
    file: 'src-main/window/page-events.ts',
    right: 'else waiting.push(deliver)',
    wrong: 'else void deliver',
    test: 'tests/desktop/main-parts.test.ts',
  },
]
