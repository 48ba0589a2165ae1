import { toast } from '../../ui/overlays/toast.ts'

/** Copies a car's address on the web, or shows it if copying fails. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast.success('Link copied')
  } catch {
    toast.info(url, { detail: 'Copy this link to share the car.' })
  }
}

/** Passes a page's address to the system's share sheet, or copies it if there is no share sheet. */
export async function shareLink(data: { title: string; url: string }): Promise<void> {
  if (!(await share(data))) await copyLink(data.url)
}

/**
 * Opens the share sheet.
 * @returns true if it opened; closing it again is not a failure
 */
async function share(data: ShareData): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof Error && error.name === 'AbortError'
  }
}
