import { Share2 } from 'lucide-react'
import { useWebAddress } from '../../api/config.ts'
import { IconButton } from '../../ui/Button.tsx'
import { copyLink } from './copy-link.ts'

/** Hands the page's address to the system's share sheet, or copies it. */
export function ShareButton({ title }: { title: string }) {
  const webAddress = useWebAddress()

  async function handleClick() {
    const url = webAddress(location.pathname)
    if (!(await share({ title, url }))) await copyLink(url)
  }

  return (
    <IconButton label="Share this car" onClick={() => void handleClick()}>
      <Share2 />
    </IconButton>
  )
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
