import { Component, type ReactNode } from 'react'
import { onReconnect } from '../api/on-reconnect.ts'
import { ErrorPage } from '../pages/ErrorPage.tsx'
import { retryFailedPages } from './lazy-page.ts'

interface Props {
  /** A new one clears the error: another page deserves its own try. */
  resetKey: string
  children: ReactNode
}

interface State {
  error: unknown
  hasFailed: boolean
  resetKey: string
}

/** Shows the error page in place of what could not be loaded or drawn, until the network is back or the page changes. */
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
