import { useState } from 'react'
import { Car as CarIcon } from 'lucide-react'

interface PhotoChangeProps {
  before: readonly string[]
  after: readonly string[]
}

export function PhotoChange({ before, after }: PhotoChangeProps) {
  return (
    <div className="mt-1 flex flex-col gap-2">
      <Photos label="Before" urls={before} />
      <Photos label="Now" urls={after} />
    </div>
  )
}

function Photos({ label, urls }: { label: string; urls: readonly string[] }) {
  return (
    <div className="flex gap-3">
      <span className="w-12 flex-none text-muted">{label}</span>
      {urls.length === 0 ? (
        <span className="text-muted">None</span>
      ) : (
        <ol className="flex min-w-0 flex-wrap gap-1">
          {urls.map((url, index) => (
            <li key={`${index} ${url}`}>
              <Photo url={url} name={`Photo ${index + 1}`} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** Shows a photo, or an outline if it has since been deleted. */
function Photo({ url, name }: { url: string; name: string }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing)
    return (
      <span
        role="img"
        aria-label={`${name}: deleted since`}
        className="grid aspect-4/3 w-16 place-items-center rounded-control bg-sunken text-subtle"
      >
        <CarIcon aria-hidden="true" className="size-5" />
      </span>
    )
  return (
    <img
      src={url}
      alt={name}
      width={64}
      height={48}
      loading="lazy"
      className="aspect-4/3 w-16 rounded-control bg-sunken object-cover"
      onError={() => setMissing(true)}
    />
  )
}
