import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

interface SignInFrameProps {
  title: string
  children: ReactNode
}

const FACTS = [
  'Year, mileage, and price up front',
  'The car is held for you while you pay',
  'A full refund if the sale can’t go through',
]

/** Frames the sign-in and registration pages, with Kerblight's promises on wide screens. */
export function SignInFrame({ title, children }: SignInFrameProps) {
  return (
    <div className="page py-8 sm:py-11">
      <div className="card mx-auto grid max-w-[1040px] overflow-hidden lg:grid-cols-2">
        <section className="flex min-w-0 flex-col gap-6 p-5 sm:p-11">
          <h1 className="text-h2 font-heavy">{title}</h1>
          {children}
        </section>
        <div className="relative hidden min-h-[620px] bg-sunken lg:block">
          <img
            src="/art/hero/2-tall.svg"
            alt=""
            className="absolute inset-0 size-full object-cover object-bottom"
          />
          {/* The night scene is dark in both themes. */}
          <div className="relative flex flex-col gap-5 p-11 text-[#f5f7f7]">
            <p className="text-h1 font-heavy tracking-tight text-balance">Know the car. Know the price.</p>
            <ul className="flex flex-col gap-2.5">
              {FACTS.map((fact) => (
                <li key={fact} className="flex gap-2.5">
                  <CircleCheck aria-hidden="true" className="mt-0.5 size-5 flex-none text-[#ffbe55]" />
                  {fact}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
    </div>
  )
}
