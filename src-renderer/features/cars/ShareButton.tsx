import { Share2 } from 'lucide-react'
import { useConfig } from '../../api/config.ts'
import { IconButton } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'

/** Hands the page's address to the system's share sheet, or copies it. */
export function ShareButton({ title }: { title: string }) {
  const config = useConfig()

  async function handleClick() {
    // The web's address, which a console's page does not have.
    const url = (config?.publicUrl ?? location.origin) + location.pathname
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, url })
      await navigator.clipboard.writeText(url)
      toast.success('Link copied')
    } catch (error) {
      // Closing the share sheet is no failure.
      if (error instanceof Error && error.name === 'AbortError') return
      toast.info(url, { detail: 'Copy this link to share the car.' })
    }
  }

  return (
    <IconButton label="Share this car" onClick={() => void handleClick()}>
      <Share2 />
    </IconButton>
  )
}
