import type { ReactNode } from 'react'
import { strings } from '../../contract/strings.ts'

interface Article {
  id: string
  question: string
  answer: ReactNode
}

const ARTICLES: Article[] = [
  {
    id: 'state-management',
    question: 'What are the ways to manage state in a React application?',
    answer: (
      <>
        <p>
          Ask first where the state comes from. What one component alone needs stays in that component, with{' '}
          <code>useState</code> or, where one change touches several values, <code>useReducer</code>. When a
          sibling needs it too, it moves up to their nearest common parent. Context carries a value past many
          levels without handing it on at each; it suits what changes seldom, such as a theme or a language.
        </p>
        <p>
          What describes the view, such as filters, a page number or an open tab, belongs in the address: then
          Back works and a link can be shared. What the server owns is not really the application’s state but
          a copy of it. RTK Query, TanStack Query and SWR keep such copies: they share one request among all
          who ask, refresh it and know when it is stale.
        </p>
        <p>
          Little is left for a global store such as Redux Toolkit, Zustand, Jotai or MobX: who is signed in, a
          draft that outlives its page, an editor with undo. Start with the smallest of these, and move on
          when it hurts.
        </p>
      </>
    ),
  },
  {
    id: 'prototypal-inheritance',
    question: 'How does prototypal inheritance work?',
    answer: (
      <>
        <p>
          Every JavaScript object has a hidden link to another object, its prototype, or to <code>null</code>.
          When a property is read and the object lacks it, the engine looks at the prototype, then at the
          prototype’s prototype, and so on until it is found or the chain ends, which gives{' '}
          <code>undefined</code>. Writing is different: it normally puts the property on the object itself and
          leaves the chain alone.
        </p>
        <pre>
          <code>{`const vehicle = { wheels: 4, describe() { return \`\${this.name}: \${this.wheels} wheels\` } }
const trike = Object.create(vehicle)
trike.name = 'Trike'
trike.wheels = 3
trike.describe() // 'Trike: 3 wheels': found on vehicle, run with this = trike`}</code>
        </pre>
        <p>
          <code>class</code> is a neater notation of the same thing: methods live once on{' '}
          <code>Car.prototype</code>, each <code>new Car()</code> is linked to it, and <code>extends</code>{' '}
          links one prototype to the next. Objects are linked while the program runs, not copied from a plan:
          a method added to a prototype later is there for objects made before.
        </p>
      </>
    ),
  },
  {
    id: 'unit-tests',
    question: 'What is a unit test, and why should we write them?',
    answer: (
      <>
        <p>
          A unit test calls one small piece of a program, a function, a class or a component, with chosen
          input and checks what comes out. It needs no network and no other service, so a thousand of them run
          in seconds, and the one that fails points at the line.
        </p>
        <p>
          They pay in three ways. A fault is found a moment after it was made, when it is cheap. Code can be
          reworked without fear, because the tests say at once whether it still does what it did. And they
          document: a good test’s name states a rule, such as “rejects a price with misplaced commas”.
        </p>
        <p>
          Test behavior, not how it’s achieved, and make sure each test can fail: break the code once and
          watch. Unit tests do not show that the parts fit together. Some tests of the whole, on real parts,
          belong beside them.
        </p>
      </>
    ),
  },
  {
    id: 'frameworks',
    question: 'React, Angular or Vue: what is the difference?',
    answer: (
      <>
        <p>
          <b>React</b> is a library for the view. A component is a function from data to markup, written in
          JavaScript with JSX; after a change it runs again and React updates what differs. Routing, data and
          forms are your choice of other libraries: much freedom, many decisions, the largest supply of
          packages and people.
        </p>
        <p>
          <b>Angular</b> is a complete framework in TypeScript: router, forms, HTTP, dependency injection and
          testing come together and fit. There is more to learn at first; in return, large teams find the same
          structure in every project. Its signals track which part of a page depends on which value.
        </p>
        <p>
          <b>Vue</b> stands between them: templates close to HTML, single-file components, reactivity that
          tracks what is read, and an official router and store that one may take or leave. Many find it the
          quickest to learn.
        </p>
        <p>
          All three are fast enough, accessible if you are careful, and here to stay. What the team knows, and
          which libraries the product needs, decide more than any benchmark.
        </p>
      </>
    ),
  },
]

export function BlogsPage() {
  return (
    <div className="page max-w-[820px]! py-11">
      <h1 className="text-h1 font-heavy">{strings.blogs.title}</h1>
      <p className="mt-3 text-lead text-muted">
        Four questions we are asked about how the web is built, answered.
      </p>
      <nav aria-label="Questions" className="mt-6">
        <ul className="grid gap-1">
          {ARTICLES.map(({ id, question }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="text-link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
              >
                {question}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-8 grid gap-5">
        {ARTICLES.map(({ id, question, answer }) => (
          <article key={id} id={id} className="card scroll-mt-24 p-5 sm:p-8">
            <h2 className="text-h3 font-bold">{question}</h2>
            <div className="prose mt-3">{answer}</div>
          </article>
        ))}
      </div>
    </div>
  )
}
