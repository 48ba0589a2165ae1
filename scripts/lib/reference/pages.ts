import { configurationPage } from './configuration.ts'
import { dataModelPage } from './data-model.ts'
import { endpointsPage } from './endpoints.ts'
import { eventsPage } from './events.ts'
import { problemsPage } from './problems.ts'
import { shortcutsPage } from './shortcuts.ts'

/** The folder of the generated pages, relative to the project's folder. */
export const REFERENCE_FOLDER = 'docs/reference'

/** The generated pages by file name. Each function returns the page's text. */
export const referencePages: Readonly<Record<string, () => Promise<string>>> = {
  'configuration.md': configurationPage,
  'endpoints.md': endpointsPage,
  'problems.md': problemsPage,
  'events.md': eventsPage,
  'shortcuts.md': shortcutsPage,
  'data-model.md': dataModelPage,
}
