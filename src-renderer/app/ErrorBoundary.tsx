import { Component, type ReactNode } from 'react'
import { onReconnect } from '../api/on-reconnect.ts'
import { ErrorPage } from '../pages/ErrorPage.tsx'
import { retryFailedPages } from './lazy-page.ts'

interface Props {
  /** A key that clears the error when it changes, so that another page gets its own attempt. */
  resetKey: string
  children: ReactNode
}

interface State {
  error: unknown
  hasFailed: boolean
  resetKey: string
}

/**
 * Replaces content that failed to load or render with the error page, until the network is back or
 * the user navigates.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, hasFailed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, hasFailed: true }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { error: null, hasFailed: false, resetKey }
  }

  stopRetrying = () => {}

  override componentDidMount() {
    this.stopRetrying = onReconnect(this.retry)
  }

  override componentWillUnmount() {
    this.stopRetrying()
  }

  override componentDidCatch() {
    retryFailedPages()
  }

  retry = () => {
    if (this.state.hasFailed) this.setState({ error: null, hasFailed: false })
  }

  override render() {
    return this.state.hasFailed ? <ErrorPage error={this.state.error} /> : this.props.children
  }
}
