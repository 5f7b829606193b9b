import { type ComponentType, createElement, lazy, Suspense } from 'react'

/** A component that is loaded when it is shown for the first time: dialogs weigh as much as a small screen. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  return (props) => <Suspense>{createElement(Loaded, props)}</Suspense>
}
