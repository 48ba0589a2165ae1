import { toast } from '../../ui/overlays/toast.ts'

/** Copies a page's URL, or shows it if copying fails. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast.success('Link copied')
  } catch {
    toast.info(url, { detail: 'Copy this link to share the car.' })
  }
}

/** Opens the system's share sheet, or copies the URL if the system has no share sheet. */
export async function shareLink(data: { title: string; url: string }): Promise<void> {
  if (!(await share(data))) await copyLink(data.url)
}

/**
 * Opens the share sheet.
 * @returns true if it opened, even if the user closed it without sharing
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
