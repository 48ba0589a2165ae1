import type { ReactNode } from 'react'

interface SignInFrameProps {
  title: string
  children: ReactNode
}

/** The two pages one meets before one has an account: the form, and on wide screens a car beside it. */
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
        </div>
      </div>
    </div>
  )
}
