import { CircleCheck, Plus } from 'lucide-react'
import { useId, useRef, type ChangeEvent } from 'react'
import { uploadTypes } from '../../../contract/images.ts'
import { listMissingShots, getShotLabel, expectedShots, type Shot } from '../../../contract/cars/shots.ts'
import { NativeButton } from '../../ui/controls/native-controls.ts'
import type { FormPhoto } from './use-photos.ts'

interface ShotListProps {
  formPhotos: readonly FormPhoto[]
  fuel: string | null
  isDisabled: boolean
  /** Called with the file that the user chose for a missing shot. */
  onChoose: (file: File, shot: Shot) => void
}

/** Shows which photos buyers look for are missing. Each one opens the file picker for that photo. */
export function ShotList({ formPhotos, fuel, isDisabled, onChoose }: ShotListProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const chosenShot = useRef<Shot>('front')
  const present = formPhotos.map(({ shot }) => shot)
  const missing = listMissingShots(present)
  const presentCount = expectedShots.length - missing.length

  function choose(shot: Shot) {
    chosenShot.current = shot
    input.current?.click()
  }

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (file) onChoose(file, chosenShot.current)
    // Lets the user choose a removed file again.
    target.value = ''
  }

  const offeredShots: readonly Shot[] = present.includes('damage') ? missing : [...missing, 'damage']
  const formatShotLabel = (shot: Shot) => (shot === 'damage' ? 'Damage, if any' : getShotLabel(shot, fuel))

  return (
    <section aria-labelledby={id} className="mt-3 flex flex-col gap-2">
      <p id={id} role="status" className="flex items-center gap-2 text-small">
        {missing.length === 0 && <CircleCheck aria-hidden="true" className="size-4.5 text-success" />}
        {presentCount} of {expectedShots.length} photos that buyers look for
      </p>
      <input
        ref={input}
        type="file"
        accept={uploadTypes.join(',')}
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        onChange={handleChange}
      />
      <ul className="flex flex-wrap gap-2">
        {offeredShots.map((shot) => (
          <li key={shot}>
            <NativeButton
              type="button"
              className="chip min-h-11"
              aria-label={`Add a photo: ${formatShotLabel(shot)}`}
              disabled={isDisabled}
              onClick={() => choose(shot)}
            >
              <Plus aria-hidden="true" className="size-4" />
              {formatShotLabel(shot)}
            </NativeButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
