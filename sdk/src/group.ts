import { nextQuery, Pages, type Paging } from './pages.ts'
import type { CallOptions, Request, Transport } from './request.ts'

/** The operations of one tag. The types of what it returns come from the description of the API. */
export class Group {
  protected readonly transport: Transport

  constructor(transport: Transport) {
    this.transport = transport
  }

  protected async call<Result>(method: string, path: string, request: Request): Promise<Result> {
    // The service promises this type in its description.
    return contentOf(await this.transport.send(method, path, request)) as Result
  }

  protected pages<Item, Page>(
    paging: Paging,
    items: string,
    path: string,
    query: object,
    options: CallOptions,
  ): Pages<Item, Page> {
    return new Pages<Item, Page>(
      (part) => this.call('GET', path, { query: part, options }),
      { ...query },
      (page, part) => nextQuery[paging](page as object, part),
      (page) => (page as Record<string, Item[]>)[items] ?? [],
    )
  }
}

/** `data`, or the whole answer if it has another form. */
const contentOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'data' in body ? body.data : body
