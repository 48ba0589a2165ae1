import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { DesktopSetup } from '../../contract/desktop/desktop-bridge.ts'
import type { ApiChoice } from '../../src-main/system/settings.ts'
import { ConnectScreen } from '../../src-renderer/app/console/ConnectScreen.tsx'
import { createFakeConsoleState } from './fake-console-state.ts'

/** Returns a console's setup screen if no Kerblight server responds at the chosen URL. */
async function setupOf(choice: Partial<ApiChoice>): Promise<DesktopSetup | null> {
  const { consoleState, opened } = createFakeConsoleState(choice)
  await consoleState.start(() => null)
  return opened.at(-1)?.facts.setup ?? null
}

function textOf(setup: DesktopSetup): string {
  const bridge = { setup: { connect: async () => ({ ok: true as const }), cancel: async () => undefined } }
  return renderToStaticMarkup(createElement(ConnectScreen, { desktop: bridge, setup }))
}

it('the setup screen shows the reason for ignoring an existing policy', async () => {
  const notice = 'The policy file C:\\ProgramData\\Kerblight\\policy.json is ignored: it belongs to somebody.'
  const setup = await setupOf({ notice })
  expect(setup).toMatchObject({ notice, lockedBy: null })
  expect(textOf(setup!)).toContain(notice)
  expect(textOf({ ...setup!, notice: null })).not.toContain('policy')
})

it.each(['policy', 'environment'] as const)(
  'the setup screen lets the user retry, but not edit, an unusable address from the %s',
  async (from) => {
    const setup = await setupOf({ origin: 'https://cars.example', from })
    expect(setup).toMatchObject({
      address: 'https://cars.example',
      lockedBy: from,
      problem: expect.stringContaining('it isn’t Kerblight'),
      canCancel: false,
    })
    expect(textOf(setup!)).toMatch(/it isn’t Kerblight.*Try again/s)
    expect(textOf(setup!)).not.toContain('<input')
  },
)

it('the setup screen lets the user edit their own unusable address', async () => {
  const setup = await setupOf({ origin: 'https://cars.example', from: 'user' })
  expect(textOf(setup!)).toMatch(/it isn’t Kerblight.*<input[^>]*value="https:\/\/cars\.example"/s)
})
