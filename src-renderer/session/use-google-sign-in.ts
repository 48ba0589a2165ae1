import { useConfig } from '../api/config.ts'
import { platform } from '../platform/current.ts'

/**
 * Reports whether Google sign-in is available: in a pop-up, or in a console whose server has it
 * configured.
 */
export function useGoogleSignIn(): boolean {
  const config = useConfig()
  return platform.can.popupSignIn || Boolean(platform.console && config?.googleDesktop)
}
