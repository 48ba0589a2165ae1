import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  label: string
}

/** A QR code as one shape; the quiet zone around it is the paper's. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const shape = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={shape} />
    </svg>
  )
}
