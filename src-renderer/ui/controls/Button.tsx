import type { ComponentProps, MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { cx } from '../cx.ts'
import { NativeButton } from './native-controls.ts'

export interface ButtonLook {
  variant?: 'primary' | 'accent' | 'secondary' | 'ghost' | 'danger'
  size?: 'small' | 'medium' | 'large'
  wide?: boolean
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /**
   * True while the action is in progress. The button shows a spinner, keeps its width and focus,
   * and ignores clicks.
   */
  loading?: boolean
}

export function Button({
  variant,
  size,
  wide,
  loading = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <NativeButton
      type="button"
      {...rest}
      {...toDataAttributes({ variant, size, wide })}
      className={cx('button', className)}
      data-loading={loading || undefined}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onMouseDown={rest.type === 'submit' ? keepFocus : rest.onMouseDown}
      onClick={handleClick}
    >
      <span className="button-label">{children}</span>
      {loading && <span className="spinner" aria-hidden="true" />}
    </NativeButton>
  )
}

/**
 * Keeps the focus in the field when a submit button is pressed. Otherwise, the field's error
 * message would appear, push the button away from the pointer, and lose the click. Submitting
 * validates the field anyway.
 */
export function keepFocus(event: MouseEvent<HTMLButtonElement>) {
  event.preventDefault()
}

/** Renders a link that looks like a button. */
export function LinkButton({ variant, size, wide, className, ...rest }: LinkProps & ButtonLook) {
  return <Link {...rest} {...toDataAttributes({ variant, size, wide })} className={cx('button', className)} />
}

/**
 * Renders a link that looks like a button and leads out of the app: to a phone number, an email
 * address, or another site.
 */
export function AnchorButton({
  variant,
  size,
  wide,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & ButtonLook) {
  return (
    <a {...rest} {...toDataAttributes({ variant, size, wide })} className={cx('button', className)}>
      {children}
    </a>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** A description of the action for screen readers, also shown on hover. */
  label: string
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <NativeButton
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx('icon-button', className)}
    />
  )
}

function toDataAttributes({
  variant = 'primary',
  size = 'medium',
  wide,
}: { [P in keyof ButtonLook]: ButtonLook[P] | undefined }) {
  return { 'data-variant': variant, 'data-size': size, 'data-wide': wide || undefined }
}
