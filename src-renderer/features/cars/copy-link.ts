import { toast } from '../../ui/toast.ts'

/** Copies a car's address on the web; where it can't, it says it. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast.success('Link copied')
  } catch {
    toast.info(url, { detail: 'Copy this link to share the car.' })
  }
}
