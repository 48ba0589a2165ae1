import { Pause, Play } from 'lucide-react'
import { NativeButton } from '../../ui/controls/native-controls.ts'

interface SlideControlsProps {
  count: number
  index: number
  isPlaying: boolean
  onToggle: () => void
  onShow: (index: number) => void
}

export function SlideControls({ count, index, isPlaying, onToggle, onShow }: SlideControlsProps) {
  return (
    <div className="slide-controls">
      <NativeButton type="button" className="slide-toggle" onClick={onToggle}>
        {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        {isPlaying ? 'Pause' : 'Play'}
      </NativeButton>
      <div className="flex items-center">
        {Array.from({ length: count }, (_, slide) => (
          <NativeButton
            key={slide}
            type="button"
            className="slide-dot"
            aria-label={`Show slide ${slide + 1}`}
            aria-current={slide === index || undefined}
            onClick={() => onShow(slide)}
          />
        ))}
      </div>
      <p className="text-tiny font-semibold tabular-nums" aria-live={isPlaying ? 'off' : 'polite'}>
        Slide {index + 1} of {count}
      </p>
    </div>
  )
}
