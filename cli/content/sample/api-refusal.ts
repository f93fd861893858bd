// Why a request has no data for an answer, in the words of the content service.

/** Ends a request with this status and message. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly status: 404 | 405 | 422 | 500;

  constructor(status: ApiRefusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** What the service says of anything that it does not have, and of a draft. */
export function notFound(): ApiRefusal {
  return new ApiRefusal(404, 'Not found.');
}

/** What the service says of input that it does not expect. */
export function serverError(): ApiRefusal {
  return new ApiRefusal(500, 'Server Error');
}
