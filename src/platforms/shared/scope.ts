import type { Capability } from '../../domain/capabilities.ts'

export type { Capability } from '../../domain/capabilities.ts'

/** A scope without which nothing can be published; it is always requested. */
export interface NeededScope {
  readonly name: string
  readonly needed: true
  /** The capabilities that it gives in addition to publishing. */
  readonly enables?: readonly Capability[]
  /** As of an optional scope; left out if every app has it. */
  readonly from?: string
  /** Only for accounts of this kind. */
  readonly of?: AccountKind
}

/** A scope that the operator can leave out. If several scopes enable the same, one of them is enough. */
export interface OptionalScope {
  readonly name: string
  readonly needed?: false
  readonly enables: readonly Capability[]
  /** The product, permission or review of the platform that gives it to an app. */
  readonly from: string
  /** Whether it is requested if the operator has set nothing. */
  readonly byDefault: boolean
  readonly of?: AccountKind
  /** The platform's documentation contradicts itself about whether this is required, so the call is made without it. */
  readonly isDoubtful?: true
}

export type Scope = NeededScope | OptionalScope

export type AccountKind = 'person' | 'page'

/** A right of a person at a Page, which a scope does not include. */
export interface PageRole {
  readonly name: string
  /** Its name in the settings of the Page. */
  readonly title: string
  readonly enables: readonly Capability[]
}

/** The rights of people at Pages that Polypost uses. */
export interface PageRoles {
  readonly list: readonly PageRole[]
  /** Who gives one, and where. A sentence. */
  readonly givenBy: string
}
