import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingDefaults, settingNames } from '../../../server/config/config.ts'
import { root } from '../root.ts'
import { code, table } from './markdown.ts'
import { writePage } from './write-page.ts'

interface Setting {
  name: string
  /** Value in .env.example. */
  value: string
  meaning: string
}

interface Section {
  title: string
  settings: Setting[]
}

/** Generates the configuration page from .env.example and the server's own defaults. */
export function configurationPage(): Promise<string> {
  const sections = readSections(readFileSync(join(root, '.env.example'), 'utf8'))
  return writePage({
    title: 'Configuration',
    intro: [
      'This page lists every environment variable that Kerblight reads.',
      'Set the variables in the environment or in a file named `.env`; the environment takes precedence.',
      'If neither `FIREBASE_PROJECT_ID` nor `STRIPE_SECRET_KEY` is set, Kerblight runs as a sandbox.',
      'If both are set, it runs live.',
      'An invalid value stops the start, with a message that lists every invalid variable.',
    ],
    body: sections.flatMap(({ title, settings }) => [
      `## ${title}`,
      table(['Variable', 'Default', 'Meaning'], settings.map(toSettingRow)),
    ]),
  })
}

function toSettingRow({ name, value, meaning }: Setting): string[] {
  // The remaining variables are read by programs other than the server. Their defaults are the values in
  // .env.example.
  const fixed = settingNames.includes(name) ? settingDefaults[name] : value
  const example = value && value !== fixed ? ` Example: ${code(value)}.` : ''
  return [code(name), fixed ? code(fixed) : '', meaning + example]
}

/** Splits .env.example into sections. The comment before each variable becomes its description. */
function readSections(text: string): Section[] {
  const sections: Section[] = []
  let comment: string[] = []
  for (const line of text.split('\n')) {
    const [, title] = /^# ── (.+?) ─+$/.exec(line) ?? []
    const [, name, value] = /^#([A-Z][A-Z0-9_]+)=(.*)$/.exec(line) ?? []
    if (title) sections.push({ title, settings: [] })
    else if (name) sections.at(-1)!.settings.push({ name, value: value!, meaning: comment.join(' ') })
    if (title || name || line === '') comment = []
    else comment.push(line.replace(/^# /, ''))
  }
  return sections
}
