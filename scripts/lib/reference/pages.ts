import { configurationPage } from './configuration.ts'
import { dataModelPage } from './data-model.ts'
import { endpointsPage } from './endpoints.ts'
import { eventsPage } from './events.ts'
import { problemsPage } from './problems.ts'
import { shortcutsPage } from './shortcuts.ts'

/** The folder for the generated pages, relative to the project root. */
export const REFERENCE_FOLDER = 'docs/reference'

/** The generators of the reference pages by file name. Each one returns the page's Markdown. */
export const referencePages: Readonly<Record<string, () => Promise<string>>> = {
  'configuration.md': configurationPage,
  'endpoints.md': endpointsPage,
  'problems.md': problemsPage,
  'events.md': eventsPage,
  'shortcuts.md': shortcutsPage,
  'data-model.md': dataModelPage,
}
