import { Children, isValidElement, type ComponentProps, type ReactNode } from 'react'

/**
 * Non-interactive stand-ins for the exports of `native-controls.ts`, used by the prerender. Users
 * can't press them or type into them, and browsers can't restore input into them, so no input is
 * lost.
 */

export function NativeButton({ children, disabled, ...rest }: ComponentProps<'button'>) {
  return (
    <span {...pickStylingProps(rest)} aria-disabled={disabled || rest['aria-disabled']} data-control="button">
      {children}
    </span>
  )
}

const WITHOUT_TEXT: unknown[] = ['checkbox', 'radio', 'range', 'file']

export function NativeInput({ checked, defaultChecked = checked, ...text }: ComponentProps<'input'>) {
  if (!WITHOUT_TEXT.includes(text.type)) return <TextLook {...text} />
  return <span {...pickStylingProps(text)} data-checked={defaultChecked || undefined} data-control="field" />
}

export function NativeTextArea(text: ComponentProps<'textarea'>) {
  return <TextLook {...text} />
}

export function NativeSelect({ value, defaultValue = value, children, ...rest }: ComponentProps<'select'>) {
  const options = Children.toArray(children).filter((child) =>
    isValidElement<ComponentProps<'option'>>(child),
  )
  const chosen = options.find(({ props }) => props.value === defaultValue) ?? options[0]
  const [longest] = options
    .map(({ props }) => props.children)
    .filter((text) => typeof text === 'string')
    .toSorted((one, other) => other.length - one.length)
  return (
    <FieldLook {...rest} data-longest={longest}>
      {chosen?.props.children}
    </FieldLook>
  )
}

type Text = Pick<ComponentProps<'input'>, 'value' | 'defaultValue' | 'placeholder'>

function TextLook({ value, defaultValue, placeholder, ...rest }: Text) {
  return (
    <FieldLook {...rest}>
      {value || defaultValue || (placeholder && <span className="text-subtle">{placeholder}</span>)}
    </FieldLook>
  )
}

function FieldLook({ children, ...rest }: { children: ReactNode; 'data-longest'?: string | undefined }) {
  return (
    <span {...pickStylingProps(rest)} data-control="field">
      {children}
    </span>
  )
}

/** Returns the props that affect styling. The name and the state are left to the real control. */
function pickStylingProps(props: object): object {
  return Object.fromEntries(
    Object.entries(props).filter(([name]) => /^(className|hidden|data-.*|aria-(current|hidden))$/.test(name)),
  )
}
