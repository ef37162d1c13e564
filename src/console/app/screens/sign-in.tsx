/** What is shown without a session, or without the memory of the address. */
import type { ApiError } from "../lib/api.js";
import { Title } from "../ui/parts.js";

/** What to do without a session. @param props.reason Why there is none. */
export function SignIn({ reason: { status, message } }: { reason: ApiError }) {
  if (status === 404)
    return (
      <main class="sign-in">
        <Title note={message}>No such memory</Title>
        <p>
          <a href="../">Choose a memory</a>
        </p>
      </main>
    );
  return (
    <main class="sign-in">
      <Title note={message}>No session</Title>
      <p>
        The console is opened by a link, once. Start it again in the terminal, and open the link that it
        prints:
      </p>
      <pre>keepsake console --db FILE</pre>
    </main>
  );
}
