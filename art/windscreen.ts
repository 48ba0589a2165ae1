import { bothSides } from './face.ts'
import type { Face, Side } from './face.ts'
import { ellipse, group, path, rect, stroke } from './svg.ts'

export function windscreen({ half, roofHalf, roof, belt, frame, ids, isRear }: Face, glass: string): string {
  const dark = { fill: '#05080b', 'fill-opacity': 0.5 }
  const streak = (x: number, width: number) => `M${frame.at(roofHalf * x, roof)}l-70 130h${width}l70 -130z`
  const seat = (side: Side) => {
    const x = side * half * 0.4
    return (
      path(`M${frame.at(x - 130, belt - 40)}c6 -36 10 -58 26 -58s20 22 26 58z`, dark) +
      rect(frame.x(x) - 15, frame.y(roof - 200), 30, 19, { rx: 8, ...dark })
    )
  }
  const steering = ellipse(frame.x(half * 0.4), frame.y(belt + 46), 25, 20, {
    fill: 'none',
    stroke: '#05080b',
    'stroke-opacity': 0.6,
    'stroke-width': 5,
  })
  const wipers = `M${frame.at(-half * 0.62, belt + 34)}Q${frame.at(-half * 0.2, belt + 26)} ${frame.at(half * 0.02, belt + 44)}M${frame.at(-half * 0.04, belt + 22)}Q${frame.at(half * 0.3, belt + 26)} ${frame.at(half * 0.6, belt + 52)}`
  const insideMirror = rect(frame.x(0) - 17, frame.y(roof - 84), 34, 11, { rx: 4, ...dark })
  return (
    path(glass, {
      fill: ids.url('glass'),
      stroke: '#0a0d11',
      'stroke-width': 5,
      'stroke-linejoin': 'round',
    }) +
    group(
      { 'clip-path': ids.url('pane') },
      path(streak(-0.7, 70) + streak(-0.2, 24), { fill: '#fff', 'fill-opacity': 0.12 }) +
        bothSides(seat) +
        (isRear ? '' : steering + insideMirror),
    ) +
    stroke(glass, '#dfe6ec', 1.2, { 'stroke-opacity': 0.35 }) +
    (isRear ? '' : stroke(wipers, '#07090b', 2.4, { 'stroke-linecap': 'round' }))
  )
}
