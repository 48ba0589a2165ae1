import { useConfig } from '../../api/config.ts'
import { toast } from '../../ui/toast.ts'

/** Copies a page's address on the web, which a console's page doesn't have; where it can't, it says it. */
export function useCopyLink(): (path: string) => Promise<void> {
  const config = useConfig()
  return async (path) => {
    const url = (config?.publicUrl ?? location.origin) + path
    try {
      await navigator.clipboard.writeText(url)
      toast.success('Link copied')
    } catch {
      toast.info(url, { detail: 'Copy this link to share the car.' })
    }
  }
}
