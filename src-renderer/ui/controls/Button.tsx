import type { ComponentProps, MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { cx } from '../cx.ts'
import { NativeButton } from './native-controls.ts'

export interface ButtonLook {
  variant?: 'primary' | 'accent' | 'secondary' | 'ghost' | 'danger'
  size?: 'small' | 'medium' | 'large'
  /** As wide as its container. */
  wide?: boolean
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** At work: shows a spinner in the label's place, keeps width and focus, and ignores further clicks. */
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
      {...look({ variant, size, wide })}
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
 * Pressing a submit button does not leave the field: its message would push the button away from under the pointer, and
 * the click would be lost. Submitting checks the field anyway.
 */
export function keepFocus(event: MouseEvent<HTMLButtonElement>) {
  event.preventDefault()
}

/** A link that looks like a button: it goes somewhere, so it stays a link. */
export function LinkButton({ variant, size, wide, className, ...rest }: LinkProps & ButtonLook) {
  return <Link {...rest} {...look({ variant, size, wide })} className={cx('button', className)} />
}

/** The same for an address outside of the pages: a phone number, an email address, another site. */
export function AnchorButton({
  variant,
  size,
  wide,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & ButtonLook) {
  return (
    <a {...rest} {...look({ variant, size, wide })} className={cx('button', className)}>
      {children}
    </a>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What it does, said to screen readers and shown on hover. */
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

function look({
  variant = 'primary',
  size = 'medium',
  wide,
}: { [P in keyof ButtonLook]: ButtonLook[P] | undefined }) {
  return { 'data-variant': variant, 'data-size': size, 'data-wide': wide || undefined }
}
