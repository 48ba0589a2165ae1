import type { Viewer } from '../../../contract/commands.ts'
import type { Me } from '../../session/session.slice.ts'

export function toViewer({ isAdmin, isSeller }: Me): Viewer {
  return { isSignedIn: true, isAdmin, isSeller }
}
