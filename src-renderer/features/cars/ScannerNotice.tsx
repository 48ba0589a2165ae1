import type { ReactNode } from 'react'

interface ScannerNoticeProps {
  title: string
  text: string
  /** What one can do about it. */
  children: ReactNode
}

/** In place of the camera's picture: why there is none. */
export function ScannerNotice({ title, text, children }: ScannerNoticeProps) {
  return (
    <div className="scanner-notice" role="status">
      <h3>{title}</h3>
      <p>{text}</p>
      <div className="scanner-buttons">{children}</div>
    </div>
  )
}
