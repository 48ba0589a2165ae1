import { useEffect, useState } from 'react'
import { Select } from '../../ui/form/Select.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { rememberZip, readRememberedZip } from './remembered-zip.ts'
import type { Filters } from './search-filters.ts'

const DISTANCES = ['10', '25', '50', '100', '250', '500']
const FIRST_DISTANCE = '25'

interface NearFieldsProps {
  filters: Filters
  /** The server's error about the ZIP code. */
  error: string | undefined
  /** True if the server has searched near the ZIP code. */
  isAccepted: boolean
  onChange: (next: Filters) => void
}

/**
 * Edits the ZIP code and the maximum distance. The ZIP code applies when the user leaves the field after a
 * change, presses Enter, or chooses a distance.
 */
export function NearFields({ filters, error, isAccepted, onChange }: NearFieldsProps) {
  const { near = '', within = '' } = filters
  const [typed, setTyped] = useState(near || readRememberedZip())
  const [isTouched, setTouched] = useState(false)
  const [lastNear, setLastNear] = useState(near)
  if (lastNear !== near) {
    setLastNear(near)
    setTyped(near || readRememberedZip())
  }

  useEffect(() => {
    if (near && isAccepted) rememberZip(near)
  }, [near, isAccepted])

  function apply(nextWithin: string) {
    const zip = typed.trim()
    setTouched(false)
    if (zip === near && nextWithin === within) return
    onChange({ ...filters, near: zip, within: zip === '' ? '' : nextWithin })
  }

  const applyZip = () => apply(near ? within : within || FIRST_DISTANCE)

  return (
    <div className="grid grid-cols-2 items-start gap-2">
      <TextField
        label="Near ZIP code"
        value={typed}
        error={typed === near ? error : undefined}
        placeholder="44304"
        maxLength={10}
        inputMode="numeric"
        autoComplete="postal-code"
        onChange={(event) => {
          setTyped(event.target.value)
          setTouched(true)
        }}
        onBlur={() => isTouched && applyZip()}
        onKeyDown={(event) => event.key === 'Enter' && applyZip()}
      />
      <Select
        label="Within"
        placeholder="Any"
        options={distancesWith(within).map((miles) => ({ value: miles, label: `${miles} mi` }))}
        value={within}
        onChange={(event) => apply(event.target.value)}
      />
    </div>
  )
}

/** Returns the offered distances, including one from the URL. */
function distancesWith(within: string): readonly string[] {
  if (within === '' || DISTANCES.includes(within)) return DISTANCES
  return [...DISTANCES, within].sort((a, b) => Number(a) - Number(b))
}
