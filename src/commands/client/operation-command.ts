/** A field of a query or a body, as an option. */
export interface OperationField {
  readonly name: string
  readonly flag: string
  readonly kind: 'yes|no' | 'number' | 'list' | 'text' | 'value' | 'json'
  readonly words: string
  readonly choices?: readonly string[]
}

/** An operation of the API, as a command. */
export interface OperationCommand {
  readonly group: string
  readonly name: string
  readonly method: string
  /** Below `/api/v1`; slots in braces. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly query: readonly OperationField[]
  /** Null: it takes none. */
  readonly body: readonly OperationField[] | null
  readonly takesKey: boolean
}
