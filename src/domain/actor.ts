/** Who did something. The name is that of the moment: it stays when the person or the key is gone. */
export interface Actor {
  readonly type: 'person' | 'key'
  readonly id: number
  readonly name: string
}
