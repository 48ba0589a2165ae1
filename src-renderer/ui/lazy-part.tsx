import { CloudOff } from 'lucide-react'
import {
  createElement,
  lazy,
  useCallback,
  useEffect,
  useState,
  type ComponentType,
  type LazyExoticComponent,
} from 'react'
import { onReconnect } from '../api/on-reconnect.ts'
import { IconButton } from './controls/Button.tsx'
import { ErrorState } from './controls/ErrorState.tsx'
import { retryLoad } from './retry-load.ts'
import { toast } from './overlays/toast.ts'

const FAILED = { code: 'offline', status: 0, message: 'This didn’t load. Check your connection.' }

/**
 * The way in which a part reports that its code failed to load: in its place, as a small button, as
 * a toast, or not at all.
 */
type Failure = 'block' | 'button' | 'toast' | 'nothing'

interface FailureProps {
  onRetry: () => void
  isRetrying: boolean
}

/**
 * Creates a part of a page whose code loads when it is first shown, with retries. If loading fails,
 * the part reports it and the rest of the page stays. React's `lazy` would fail permanently and
 * take down the page.
 */
export function createLazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  failure: Failure = 'block',
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({
    default: await retryLoad(load).catch(() => missingPart(load, failures[failure])),
  }))
}

/**
 * Creates a placeholder that becomes the part once its code loads, after a click on Try again or on
 * reconnect.
 */
function missingPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<FailureProps>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined

  return function MissingPart(props: Props) {
    const [isRetrying, setRetrying] = useState(false)
    const retry = useCallback(() => {
      if (Loaded) return
      setRetrying(true)
      void load()
        .then((Part) => (Loaded = Part))
        .catch(() => undefined)
        .then(() => setRetrying(false))
    }, [])
    useEffect(() => onReconnect(retry), [retry])

    return Loaded ? createElement(Loaded, props) : <Failed onRetry={retry} isRetrying={isRetrying} />
  }
}

const failures: Record<Failure, ComponentType<FailureProps>> = {
  block: (props) => <ErrorState error={FAILED} {...props} />,
  button: ({ onRetry, isRetrying }) => (
    <IconButton label="This didn’t load. Try again" aria-busy={isRetrying} onClick={onRetry}>
      <CloudOff />
    </IconButton>
  ),
  toast: function FailureToast({ onRetry, isRetrying }) {
    useEffect(() => {
      if (!isRetrying) toast.error(FAILED.message, { action: { label: 'Try again', onAction: onRetry } })
    }, [isRetrying, onRetry])
    return null
  },
  nothing: () => null,
}
