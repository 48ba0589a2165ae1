import { useConfig } from '../api/config.ts'
import { platform } from '../platform/current.ts'

/** Whether one can sign in with Google here: by a pop-up, or from a console whose server has it set up. */
export function useGoogleSignIn(): boolean {
  const config = useConfig()
  return platform.can.popupSignIn || Boolean(platform.console && config?.googleDesktop)
}
