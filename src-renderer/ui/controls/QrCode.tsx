import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  label: string
}

/** Renders a QR code as a single shape. The blank area around it is the quiet zone. */
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
