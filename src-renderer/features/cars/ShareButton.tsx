import { Share2 } from 'lucide-react'
import { useWebAddress } from '../../api/config.ts'
import { IconButton } from '../../ui/controls/Button.tsx'
import { shareLink } from './copy-link.ts'

export function ShareButton({ title }: { title: string }) {
  const webAddress = useWebAddress()

  return (
    <IconButton
      label="Share this car"
      onClick={() => void shareLink({ title, url: webAddress(location.pathname) })}
    >
      <Share2 />
    </IconButton>
  )
}
