import type { SavedFile } from '../../../contract/desktop-channels.ts'
import type { ConsoleHost } from '../../platform/platform.ts'
import { toast } from '../../ui/toast.ts'

/** Of a file that was saved: in which folder; else what to do. A browser says it itself. */
export function sayWhereItIs({ number, fileName, folder }: SavedFile, host: Pick<ConsoleHost, 'showSaved'>) {
  if (folder === null)
    return toast.error(`${fileName} wasn’t saved`, {
      detail: 'Save it again in a different folder, and make sure the disk isn’t full.',
    })
  toast.success(`${fileName} saved`, {
    detail: `In ${folder}`,
    action: { label: 'Show in folder', onAction: () => host.showSaved(number) },
  })
}
