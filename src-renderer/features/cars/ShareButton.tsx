import { Share2 } from 'lucide-react'
import { useWebAddress } from '../../api/config.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { copyLink } from './copy-link.ts'

interface ShareButtonProps {
  title: string
  /** Of the page to share; the present one unless given. */
  path?: string
  /** In place of the icon alone. */
  text?: string
}

/** Hands the page's address to the system's share sheet, or copies it. */
export function ShareButton({ title, path, text }: ShareButtonProps) {
  const webAddress = useWebAddress()

  async function handleClick() {
    const url = webAddress(path ?? location.pathname)
    if (!(await share({ title, url }))) await copyLink(url)
  }

  if (text)
    return (
      <Button variant="secondary" size="small" onClick={() => void handleClick()}>
        <Share2 aria-hidden="true" />
        {text}
      </Button>
    )
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
