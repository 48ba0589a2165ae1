import { toast } from '../../ui/overlays/toast.ts'

/** Copies a car's address on the web; where it can't, it says it. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast.success('Link copied')
  } catch {
    toast.info(url, { detail: 'Copy this link to share the car.' })
  }
}

/** Hands a page's address to the system's share sheet, or copies it where there is none. */
export async function shareLink(data: { title: string; url: string }): Promise<void> {
  if (!(await share(data))) await copyLink(data.url)
}

/** @returns whether the share sheet opened; closing it again is no failure */
async function share(data: ShareData): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof Error && error.name === 'AbortError'
  }
}
