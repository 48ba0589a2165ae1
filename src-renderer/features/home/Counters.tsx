import { useEffect, useRef, useState } from 'react'
import { strings } from '../../../contract/strings.ts'
import { useReducedMotion } from '../../ui/use-reduced-motion.ts'

const DURATION = 3000

const COUNTERS = [
  { value: 130, unit: '+', label: strings.home.counterCenters },
  { value: 9, unit: 'k+', label: strings.home.counterCustomers },
  { value: 430, unit: '+', label: strings.home.counterCars },
]

export function Counters() {
  const list = useRef<HTMLDListElement>(null)
  const fraction = useCountUp(list)

  return (
    <dl ref={list} className="card figures" aria-label="Kerblight in figures">
      {COUNTERS.map(({ value, unit, label }) => (
        <div key={label} className="figures-item">
          <dt className="text-small text-muted">{label}</dt>
          <dd className="text-h2 font-heavy tracking-tight tabular-nums">
            <span
              aria-hidden="true"
              data-figure={`${Math.round(value * fraction)}${unit}`}
              className="figure"
            />
            <span className="sr-only">{`${value}${unit}`}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * Returns the progress of counting up, from 0 to 1 within three seconds of becoming visible. With reduced
 * motion, it is 1 immediately.
 */
function useCountUp(target: { current: Element | null }): number {
  const isReduced = useReducedMotion()
  const [fraction, setFraction] = useState(0)

  useEffect(() => {
    if (isReduced || !target.current) return
    let frame = 0
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        const start = performance.now()
        const step = (now: number) => {
          const part = Math.min(1, Math.max(0, (now - start) / DURATION))
          setFraction(1 - (1 - part) ** 3)
          if (part < 1) frame = requestAnimationFrame(step)
        }
        frame = requestAnimationFrame(step)
      },
      { threshold: 0.4 },
    )
    observer.observe(target.current)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [isReduced, target])

  return isReduced ? 1 : fraction
}
