import { cx } from '../cx.ts'
import { NativeButton } from './native-controls.ts'

interface ChoiceChipProps {
  label: string
  isChosen: boolean
  onChoose: () => void
  className?: string
}

export function ChoiceChip({ label, isChosen, onChoose, className }: ChoiceChipProps) {
  return (
    <NativeButton
      type="button"
      className={cx('chip', className)}
      aria-pressed={isChosen}
      data-active={isChosen || undefined}
      onClick={onChoose}
    >
      {label}
    </NativeButton>
  )
}
