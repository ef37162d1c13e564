/** What is shown without a session. */
import { Title } from "../ui/parts.js";

export function SignIn({ reason }: { reason: string }) {
  return (
    <main class="sign-in">
      <Title note={reason}>No session</Title>
      <p>
        The console is opened by a link, once. Start it again in the terminal, and open the link that it
        prints:
      </p>
      <pre>keepsake console --db FILE</pre>
    </main>
  );
}
