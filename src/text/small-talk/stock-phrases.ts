/** The stock phrases of small talk, and the words around them. Data. */

/** The kind of small talk. */
export type SmallTalk = "greeting" | "farewell" | "acknowledgement" | "thanks" | "filler";

/**
 * Stock phrases by kind, separated by bars. English first, then German, Spanish, French, Italian,
 * Portuguese, Dutch. `*` matches one word.
 */
export const phrases: Readonly<Record<SmallTalk, string>> = {
  greeting: `hi|hello|hey|heya|hiya|hi there|hello there|hey there|yo|howdy|greetings|welcome|welcome back|good morning|good afternoon|good evening|
morning|evening|long time no see|long time no talk|long time no chat|good to see you|great to see you|nice to see you|lovely to see you|
good to hear from you|great to hear from you|nice to hear from you|so good to hear from you|nice to meet you|pleased to meet you|
good to see you again|great to see you again|good to talk to you|great to chat|good to catch up|great to catch up|
happy birthday|merry christmas|happy new year|i hope you are well|hope you are well|hope you are doing well|hope you're doing well|hope all is well|
hallo|guten morgen|guten tag|guten abend|moin|servus|grüß gott|grüß dich|hola|buenos días|buenas tardes|buenas noches|buenas|bonjour|bonsoir|salut|coucou|
ciao|buongiorno|buonasera|olá|oi|bom dia|boa tarde|boa noite|hoi|goedemorgen|goedemiddag|goedenavond|你好|您好|早上好|こんにちは|おはよう|おはようございます|こんばんは|안녕하세요|안녕|привет|здравствуйте|merhaba|namaste|नमस्ते|مرحبا|السلام عليكم|שלום`,
  farewell: `bye|bye bye|goodbye|good bye|good night|see you|see ya|see you soon|see you later|see you then|see you around|talk soon|talk later|talk to you soon|talk to you later|
catch you later|ttyl|take care|take care of yourself|have a good one|have a good day|have a great day|have a nice day|have a lovely day|have a good night|have a great night|
have a nice weekend|have a good weekend|have a great weekend|have a great time|have a good time|have fun|until next time|later|cheers|peace|keep in touch|stay in touch|let us catch up soon|let's catch up soon|best wishes|
tschüss|auf wiedersehen|bis bald|bis später|gute nacht|schönen tag|mach's gut|adiós|hasta luego|hasta pronto|nos vemos|au revoir|à bientôt|bonne nuit|bonne journée|arrivederci|a presto|tchau|até logo|doei|tot ziens|再见|さようなら|またね|пока|до свидания`,
  acknowledgement: `ok|okay|okey|k|kk|okie|okey dokey|alright|all right|alrighty|sure|sure thing|of course|certainly|absolutely|definitely|exactly|indeed|totally|agreed|right|correct|true|so true|very true|that's true|that is true|yes|yeah|yea|yep|yup|yes please|
no|nope|nah|no problem|no worries|not a problem|np|no way|fine|cool|great|good|nice|perfect|awesome|amazing|wonderful|excellent|fantastic|brilliant|lovely|neat|sweet|super|superb|splendid|fabulous|incredible|beautiful|impressive|interesting|fair enough|
got it|gotcha|i see|i get it|i get that|i got it|i understand|understood|noted|makes sense|that makes sense|that makes total sense|makes total sense|sounds good|sounds great|sounds fun|sounds like a plan|sounds like fun|that sounds good|that sounds great|works for me|will do|roger|roger that|copy that|
i agree|i totally agree|totally agree|couldn't agree more|i couldn't agree more|you're right|you are right|you're so right|for sure|for real|same|same here|me too|me neither|you too|likewise|deal|done|go ahead|let's do it|let's go|
i know|i know right|i bet|i can imagine|i'm sure|i am sure|i guess|i guess so|i think so|i hope so|of course not|absolutely not|not really|not yet|maybe|perhaps|probably|possibly|it is|it was|it does|it sure is|it really is|that's it|that's all|that is all|
good idea|great idea|nice idea|good point|great point|good question|great question|good call|good one|nice one|my pleasure|my bad|no need|never mind|nevermind|
ja|nein|doch|genau|klar|alles klar|na klar|verstanden|in ordnung|gut|sehr gut|super danke|sí|si|vale|claro|de acuerdo|entendido|perfecto|bueno|muy bien|oui|non|d'accord|bien sûr|très bien|parfait|va bene|certo|perfetto|sim|não|tá bom|beleza|prima|goed|好的|好|はい|うん|いいえ|네|да|нет|хорошо|ладно`,
  thanks: `thanks|thank you|thx|ty|tysm|thanks a lot|thanks a bunch|thanks a ton|thanks a million|thanks so much|thank you so much|thank you very much|thanks very much|thanks again|thank you again|many thanks|much appreciated|appreciate it|i appreciate it|i really appreciate it|i appreciate that|i appreciate you|i really appreciate that|appreciate that|
that's very kind|that's so kind|that's kind of you|that's very kind of you|that's so kind of you|that's so sweet|that's so sweet of you|so kind of you|you're too kind|you're the best|you are the best|you rock|you're a lifesaver|you're awesome|you're amazing|thanks for your help|thank you for your help|thanks for the help|thank you for the help|thanks for asking|thank you for asking|thanks for your support|thank you for your support|thanks for the support|thanks for the kind words|thanks for your kind words|thanks for listening|thanks for sharing|thank you for sharing|thanks for letting me know|thanks for the advice|thanks for the tip|thanks for the tips|thanks for the info|thanks for the encouragement|thanks for your encouragement|thanks for understanding|thanks for being there|thanks for everything|
you're welcome|you are welcome|you're very welcome|anytime|any time|don't mention it|glad to help|happy to help|glad i could help|glad to hear it|glad to hear that|great to hear|good to hear|
danke|danke schön|danke sehr|vielen dank|bitte|bitte schön|gern geschehen|gracias|muchas gracias|mil gracias|de nada|merci|merci beaucoup|de rien|grazie|grazie mille|prego|obrigado|obrigada|muito obrigado|muito obrigada|dank je|dank u|bedankt|谢谢|谢谢你|ありがとう|ありがとうございます|감사합니다|고마워|спасибо`,
  filler: `hm|hmm|hmmm|mm|mmm|mhm|uh|uh huh|um|umm|er|erm|ah|aah|aha|ahh|oh|ohh|ooh|oooh|oof|ugh|eh|huh|wow|whoa|woah|wowza|yay|yikes|oops|whoops|ouch|aw|aww|awww|haha|hahaha|hahahaha|hehe|heh|lol|lmao|rofl|omg|oh my god|oh my gosh|oh my|my god|oh no|oh wow|oh well|oh dear|jeez|gosh|gee|well|so|anyway|anyways|anyhow|
you know|i mean|like|let me see|let's see|let me think|no idea|i don't know|idk|not sure|i'm not sure|whatever|what a day|test|testing|ping|hooray|woohoo|woo|woot|bravo|congrats|congratulations|big congrats|well done|good job|great job|nice job|nice work|great work|good work|awesome job|amazing job|way to go|keep it up|keep up the good work|keep up the great work|keep going|good luck|best of luck|you got this|you've got this|go for it|hang in there|enjoy|have a blast|cheers to that|fingers crossed|
i'm glad|so glad|so happy for you|i'm so happy for you|i'm happy for you|happy for you|proud of you|so proud of you|i'm proud of you|i'm so proud of you|sorry|i'm sorry|so sorry|i'm so sorry|sorry to hear that|i'm sorry to hear that|so sorry to hear that|i'm so sorry to hear that|sorry about that|sorry for your loss|i'm so sorry for your loss|
can't wait|i can't wait|cant wait|can't wait to see it|can't wait to hear more|can't wait to hear about it|can't wait to hear all about it|tell me more|do tell|go on|keep me posted|keep me updated|let me know|let me know how it goes|that's great to hear|that's good to hear|that's awesome to hear|that's wonderful to hear|that's so good to hear|that's so great to hear|i'm so glad to hear that|i'm glad to hear that|glad you liked it|glad you like it|i'm glad you like it|i'm glad you liked it|here you go|here it is|there you go|check it out|take a look|check this out|take a look at this|have a look|look at this|please|pls|please do|`,
};

/** Words that may occur between and around stock phrases without adding information. */
export const looseWords = new Set(
  `a and so too very really just also again then now all there everyone everybody guys guy folks team friend friends buddy mate man dude bro sis girl dear honey love my oh ah well yeah yes hey wow haha lol please much such pretty quite super totally absolutely definitely truly always still sure ok okay though anyway indeed both everyone today for you to hear that it this sir madam`.split(
    " ",
  ),
);
