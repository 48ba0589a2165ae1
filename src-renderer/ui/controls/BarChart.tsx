import { ChartColumn, Table2 } from 'lucide-react'
import { useId, useState } from 'react'
import { formatNumber } from '../../../contract/number-format.ts'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import '../table/table.css'

export interface Bar {
  label: string
  /** The full label for the table and for screen readers. */
  name: string
  value: number
  /** True if the value may still increase. The bar is then an outline. */
  isOpen?: boolean
  detail: string
  /** The second series' value and detail, stacked on top of the first bar. */
  other: { value: number; detail: string }
}

interface BarChartProps {
  /** The heading, which states the chart's message. */
  title: string
  /** The heading's level, one below that of the enclosing section. */
  as: 'h2' | 'h3'
  /** A description of what the bars count and over which period. */
  text: string
  /**
   * The table's column headers for name, value, and detail, and for the second series' value and
   * detail.
   */
  columns: readonly [name: string, value: string, detail: string, other: string, otherDetail: string]
  /** The names of the two series. The legend appears only if the second series has values. */
  series: readonly [string, string]
  bars: readonly Bar[]
}

/** Renders a bar chart that the user can switch to a table. */
export function BarChart({ title, as: Title, text, columns, series, bars }: BarChartProps) {
  const id = useId()
  const [isTable, setTable] = useState(false)
  const hasOther = bars.some(({ other }) => other.value > 0)

  return (
    <section aria-labelledby={id} className="flex">
      <Card className="flex min-w-0 flex-1 flex-col overflow-hidden">
        <div className="px-5 pt-4">
          <Title id={id} className="text-lead font-bold text-balance">
            {title}
          </Title>
          <p className="mt-1 text-tiny text-muted">{text}</p>
          {hasOther && !isTable && <Legend series={series} />}
        </div>
        {isTable ? <Figures {...{ title, columns, bars, hasOther }} /> : <Bars {...{ bars, series }} />}
        <div className="mt-auto flex justify-end border-t border-line px-3 py-2 compact:py-1">
          <Button variant="ghost" size="small" onClick={() => setTable(!isTable)}>
            {isTable ? <ChartColumn aria-hidden="true" /> : <Table2 aria-hidden="true" />}
            {isTable ? 'Show as chart' : 'Show as table'}
          </Button>
        </div>
      </Card>
    </section>
  )
}

const compactly = new Intl.NumberFormat('en-US', { notation: 'compact' })

/**
 * The second series' color. With any type of color vision, `--info` contrasts with the brand color
 * in both themes.
 */
const OTHER = 'var(--info)'

function Legend({ series }: Pick<BarChartProps, 'series'>) {
  return (
    <ul aria-hidden="true" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-tiny text-muted">
      {series.map((name, index) => (
        <li key={name} className="flex items-center gap-2">
          <span className="bar size-4.5" style={index === 1 ? { background: OTHER } : {}} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function Bars({ bars, series: [, otherName] }: Pick<BarChartProps, 'bars' | 'series'>) {
  const highestTotal = Math.max(1, ...bars.map(({ value, other }) => value + other.value))
  const heightOf = (value: number) => `${(85 * value) / highestTotal}%`
  return (
    <ol className="flex flex-1 gap-2 px-5 py-4 sm:gap-3">
      {bars.map(({ label, name, value, isOpen, other }) => (
        <li key={name} className="flex min-w-0 flex-1 flex-col text-center text-tiny tabular-nums">
          <span className="sr-only">
            {name}: {formatNumber(value)}
            {other.value > 0 && `, ${otherName}: ${formatNumber(other.value)}`}
          </span>
          <span
            aria-hidden="true"
            className="relative max-h-96 min-h-36 flex-1 border-b border-line-strong compact:min-h-28"
          >
            <span className="absolute inset-0 flex flex-col justify-end">
              <span className="font-semibold">{compactly.format(value + other.value)}</span>
              {other.value > 0 && (
                <span className="bar" style={{ height: heightOf(other.value), background: OTHER }} />
              )}
              {value > 0 && (
                <span className="bar" data-open={isOpen || undefined} style={{ height: heightOf(value) }} />
              )}
            </span>
          </span>
          <span aria-hidden="true" className="mt-1 text-muted">
            {label}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Figures({
  title,
  columns,
  bars,
  hasOther,
}: Pick<BarChartProps, 'title' | 'columns' | 'bars'> & { hasOther: boolean }) {
  return (
    <table className="table mt-3 tabular-nums [&_td]:h-9">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          {columns.slice(0, hasOther ? 5 : 3).map((column, index) => (
            <th key={column} scope="col" data-align={index > 0 ? 'end' : undefined}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ name, value, detail, other }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-align="end">{formatNumber(value)}</td>
            <td data-align="end">{detail}</td>
            {hasOther && <td data-align="end">{formatNumber(other.value)}</td>}
            {hasOther && <td data-align="end">{other.detail}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
