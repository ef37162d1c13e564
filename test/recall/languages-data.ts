/**
 * What people say and ask in fourteen languages: written for these tests. Each question's answer is
 * one of the things said.
 */

export interface Said {
  readonly language: string;
  readonly said: readonly string[];
  /** A question, and the place in `said` of what answers it. */
  readonly asked: readonly (readonly [question: string, answer: number])[];
}

export const languages: readonly Said[] = [
  {
    language: "English",
    said: [
      "My sister Clara repairs old violins in a workshop by the harbour.",
      "The heating in the greenhouse failed twice in January.",
      "We painted the kitchen dark green because the white looked cold.",
      "Our cat is called Pfeffer and is afraid of the vacuum cleaner.",
      "I am allergic to hazelnuts, even in small amounts.",
      "The ferry to the island leaves at half past six.",
    ],
    asked: [
      ["What does Clara repair?", 0],
      ["What is our cat afraid of?", 3],
      ["When does the ferry to the island leave?", 5],
      ["What colour is the kitchen?", 2],
    ],
  },
  {
    language: "German",
    said: [
      "Meine Schwester Clara repariert alte Geigen in einer Werkstatt am Hafen.",
      "Die Heizung im Gewächshaus ist im Januar zweimal ausgefallen.",
      "Wir haben die Küche dunkelgrün gestrichen, weil das Weiß kalt wirkte.",
      "Unsere Katze heißt Pfeffer und hat Angst vor dem Staubsauger.",
      "Ich bin allergisch gegen Haselnüsse, auch in kleinen Mengen.",
      "Die Fähre zur Insel legt um halb sieben ab.",
    ],
    asked: [
      ["Was repariert Clara?", 0],
      ["Wovor hat unsere Katze Angst?", 3],
      ["Wann legt die Fähre zur Insel ab?", 5],
      ["Wie haben wir die Küche gestrichen?", 2],
    ],
  },
  {
    language: "Spanish",
    said: [
      "Mi hermana Clara repara violines antiguos en un taller junto al puerto.",
      "La calefacción del invernadero falló dos veces en enero.",
      "Pintamos la cocina de verde oscuro porque el blanco parecía frío.",
      "Nuestro gato se llama Pimienta y tiene miedo de la aspiradora.",
      "Soy alérgico a las avellanas, incluso en pequeñas cantidades.",
      "El transbordador a la isla sale a las seis y media.",
    ],
    asked: [
      ["¿Qué repara Clara?", 0],
      ["¿De qué tiene miedo nuestro gato?", 3],
      ["¿Cuándo sale el transbordador a la isla?", 5],
      ["¿De qué color pintamos la cocina?", 2],
    ],
  },
  {
    language: "French",
    said: [
      "Ma sœur Clara répare de vieux violons dans un atelier près du port.",
      "Le chauffage de la serre est tombé en panne deux fois en janvier.",
      "Nous avons peint la cuisine en vert foncé parce que le blanc semblait froid.",
      "Notre chat s'appelle Poivre et il a peur de l'aspirateur.",
      "Je suis allergique aux noisettes, même en petite quantité.",
      "Le bac pour l'île part à six heures et demie.",
    ],
    asked: [
      ["Que répare Clara ?", 0],
      ["De quoi notre chat a-t-il peur ?", 3],
      ["Quand part le bac pour l'île ?", 5],
      ["En quelle couleur avons-nous peint la cuisine ?", 2],
    ],
  },
  {
    language: "Italian",
    said: [
      "Mia sorella Clara ripara vecchi violini in una bottega vicino al porto.",
      "Il riscaldamento della serra si è guastato due volte a gennaio.",
      "Abbiamo dipinto la cucina di verde scuro perché il bianco sembrava freddo.",
      "Il nostro gatto si chiama Pepe e ha paura dell'aspirapolvere.",
      "Sono allergico alle nocciole, anche in piccole quantità.",
      "Il traghetto per l'isola parte alle sei e mezza.",
    ],
    asked: [
      ["Che cosa ripara Clara?", 0],
      ["Di che cosa ha paura il nostro gatto?", 3],
      ["Quando parte il traghetto per l'isola?", 5],
      ["Di che colore abbiamo dipinto la cucina?", 2],
    ],
  },
  {
    language: "Portuguese",
    said: [
      "A minha irmã Clara conserta violinos antigos numa oficina junto ao porto.",
      "O aquecimento da estufa avariou duas vezes em janeiro.",
      "Pintámos a cozinha de verde-escuro porque o branco parecia frio.",
      "O nosso gato chama-se Pimenta e tem medo do aspirador.",
      "Sou alérgico a avelãs, mesmo em pequenas quantidades.",
      "O barco para a ilha parte às seis e meia.",
    ],
    asked: [
      ["O que conserta a Clara?", 0],
      ["De que tem medo o nosso gato?", 3],
      ["Quando parte o barco para a ilha?", 5],
      ["De que cor pintámos a cozinha?", 2],
    ],
  },
  {
    language: "Polish",
    said: [
      "Moja siostra Clara naprawia stare skrzypce w warsztacie przy porcie.",
      "Ogrzewanie w szklarni zepsuło się w styczniu dwa razy.",
      "Pomalowaliśmy kuchnię na ciemnozielono, bo biel wydawała się zimna.",
      "Nasz kot nazywa się Pieprz i boi się odkurzacza.",
      "Mam alergię na orzechy laskowe, nawet w małych ilościach.",
      "Prom na wyspę odpływa o wpół do siódmej.",
    ],
    asked: [
      ["Co naprawia Clara?", 0],
      ["Czego boi się nasz kot?", 3],
      ["Kiedy odpływa prom na wyspę?", 5],
      ["Na jaki kolor pomalowaliśmy kuchnię?", 2],
    ],
  },
  {
    language: "Turkish",
    said: [
      "Kız kardeşim Clara limanın yanındaki atölyede eski kemanları onarıyor.",
      "Seranın ısıtması ocak ayında iki kez bozuldu.",
      "Mutfağı koyu yeşile boyadık, çünkü beyaz soğuk görünüyordu.",
      "Kedimizin adı Biber ve elektrikli süpürgeden korkuyor.",
      "Fındığa alerjim var, az miktarda bile olsa.",
      "Adaya giden vapur altı buçukta kalkıyor.",
    ],
    asked: [
      ["Clara neyi onarıyor?", 0],
      ["Kedimizin korktuğu şey ne?", 3],
      ["Adaya giden vapur ne zaman kalkıyor?", 5],
      ["Mutfağı hangi renge boyadık?", 2],
    ],
  },
  {
    language: "Russian",
    said: [
      "Моя сестра Клара чинит старые скрипки в мастерской у порта.",
      "Отопление в теплице в январе дважды выходило из строя.",
      "Мы покрасили кухню в тёмно-зелёный цвет, потому что белый казался холодным.",
      "Нашу кошку зовут Перчинка, и она боится пылесоса.",
      "У меня аллергия на фундук, даже в малых количествах.",
      "Паром на остров отходит в половине седьмого.",
    ],
    asked: [
      ["Что чинит Клара?", 0],
      ["Чего боится наша кошка Перчинка?", 3],
      ["Когда отходит паром на остров?", 5],
      ["В какой цвет мы покрасили кухню?", 2],
    ],
  },
  {
    language: "Greek",
    said: [
      "Η αδελφή μου η Κλάρα επισκευάζει παλιά βιολιά σε ένα εργαστήριο στο λιμάνι.",
      "Η θέρμανση στο θερμοκήπιο χάλασε δύο φορές τον Ιανουάριο.",
      "Βάψαμε την κουζίνα σκούρο πράσινο, γιατί το λευκό φαινόταν ψυχρό.",
      "Η γάτα μας λέγεται Πιπεριά και φοβάται την ηλεκτρική σκούπα.",
      "Είμαι αλλεργικός στα φουντούκια, ακόμα και σε μικρές ποσότητες.",
      "Το καράβι για το νησί φεύγει στις εξίμισι.",
    ],
    asked: [
      ["Τι επισκευάζει η Κλάρα;", 0],
      ["Τι φοβάται η γάτα μας;", 3],
      ["Πότε φεύγει το καράβι για το νησί;", 5],
      ["Τι χρώμα βάψαμε την κουζίνα;", 2],
    ],
  },
  {
    language: "Arabic",
    said: [
      "أختي كلارا تصلح آلات الكمان القديمة في ورشة قرب الميناء.",
      "تعطلت التدفئة في البيت الزجاجي مرتين في يناير.",
      "دهنّا المطبخ باللون الأخضر الغامق لأن الأبيض بدا باردا.",
      "قطتنا اسمها فلفل وهي تخاف من المكنسة الكهربائية.",
      "عندي حساسية من البندق حتى بكميات صغيرة.",
      "العبّارة إلى الجزيرة تغادر في السادسة والنصف.",
    ],
    asked: [
      ["ماذا تصلح كلارا؟", 0],
      ["من ماذا تخاف قطتنا؟", 3],
      ["متى تغادر العبّارة إلى الجزيرة؟", 5],
      ["بأي لون دهنّا المطبخ؟", 2],
    ],
  },
  {
    language: "Hindi",
    said: [
      "मेरी बहन क्लारा बंदरगाह के पास एक कार्यशाला में पुराने वायलिन ठीक करती है।",
      "जनवरी में ग्रीनहाउस का हीटर दो बार खराब हुआ।",
      "हमने रसोई को गहरे हरे रंग से रंगा क्योंकि सफेद ठंडा लगता था।",
      "हमारी बिल्ली का नाम मिर्ची है और वह वैक्यूम क्लीनर से डरती है।",
      "मुझे हेज़लनट से एलर्जी है, थोड़ी मात्रा में भी।",
      "द्वीप की नाव साढ़े छह बजे निकलती है।",
    ],
    asked: [
      ["क्लारा क्या ठीक करती है?", 0],
      ["हमारी बिल्ली किससे डरती है?", 3],
      ["द्वीप की नाव कब निकलती है?", 5],
      ["हमने रसोई को किस रंग से रंगा?", 2],
    ],
  },
  {
    language: "Chinese",
    said: [
      "我妹妹小雨在港口旁边的工作室修理旧小提琴。",
      "一月份温室的暖气坏了两次。",
      "我们把厨房刷成了深绿色，因为白色显得太冷。",
      "我们家的猫叫胡椒，它害怕吸尘器。",
      "我对榛子过敏，少量也不行。",
      "去岛上的渡轮六点半开船。",
    ],
    asked: [
      ["小雨修理什么？", 0],
      ["我们家的猫害怕什么？", 3],
      ["去岛上的渡轮几点开船？", 5],
      ["厨房刷成了什么颜色？", 2],
    ],
  },
  {
    language: "Japanese",
    said: [
      "妹の由美は港のそばの工房で古いバイオリンを修理しています。",
      "一月に温室の暖房が二回壊れました。",
      "白は冷たく見えたので、台所を深緑に塗りました。",
      "うちの猫の名前はコショウで、掃除機を怖がります。",
      "私は少量でもヘーゼルナッツにアレルギーがあります。",
      "島へのフェリーは六時半に出ます。",
    ],
    asked: [
      ["由美は何を修理していますか？", 0],
      ["うちの猫は何を怖がりますか？", 3],
      ["島へのフェリーは何時に出ますか？", 5],
      ["台所を何色に塗りましたか？", 2],
    ],
  },
  {
    language: "Korean",
    said: [
      "제 여동생 유미는 항구 옆 작업실에서 오래된 바이올린을 수리합니다.",
      "1월에 온실 난방이 두 번 고장 났습니다.",
      "흰색이 차가워 보여서 부엌을 짙은 녹색으로 칠했습니다.",
      "우리 고양이 이름은 후추이고 청소기를 무서워합니다.",
      "저는 적은 양이라도 헤이즐넛에 알레르기가 있습니다.",
      "섬으로 가는 배는 여섯 시 반에 떠납니다.",
    ],
    asked: [
      ["유미는 무엇을 수리합니까?", 0],
      ["우리 고양이는 무엇을 무서워합니까?", 3],
      ["섬으로 가는 배는 언제 떠납니까?", 5],
      ["부엌을 무슨 색으로 칠했습니까?", 2],
    ],
  },
  {
    language: "Thai",
    said: [
      "น้องสาวของฉันชื่อแก้วซ่อมไวโอลินเก่าในโรงงานใกล้ท่าเรือ",
      "เครื่องทำความร้อนในเรือนกระจกเสียสองครั้งในเดือนมกราคม",
      "เราทาสีห้องครัวเป็นสีเขียวเข้มเพราะสีขาวดูเย็น",
      "แมวของเราชื่อพริกไทยและกลัวเครื่องดูดฝุ่น",
      "ฉันแพ้เฮเซลนัทแม้เพียงเล็กน้อย",
      "เรือข้ามฟากไปเกาะออกตอนหกโมงครึ่ง",
    ],
    asked: [
      ["แก้วซ่อมอะไร", 0],
      ["แมวของเรากลัวอะไร", 3],
      ["เรือข้ามฟากไปเกาะออกกี่โมง", 5],
      ["เราทาสีห้องครัวเป็นสีอะไร", 2],
    ],
  },
];
