import type { Viewer } from '../../../contract/desktop/commands.ts'
import type { Me } from '../../session/session.slice.ts'

export function toViewer({ isAdmin, isSeller }: Me): Viewer {
  return { isSignedIn: true, isAdmin, isSeller }
}
