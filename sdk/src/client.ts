import { Groups } from './generated/groups.ts'
import { type ClientOptions, createTransport, type Request, type Transport } from './request.ts'

/** A client of one Polypost instance. Each operation of the API is a method of one of its groups. */
export class Polypost extends Groups {
  readonly #transport: Transport

  constructor(options: ClientOptions) {
    const transport = createTransport(options)
    super(transport)
    this.#transport = transport
  }

  /** Sends any request below `/api/v1` and returns the whole answer. */
  request(method: string, path: string, request: Request = {}): Promise<unknown> {
    return this.#transport.send(method.toUpperCase(), path, request)
  }
}
