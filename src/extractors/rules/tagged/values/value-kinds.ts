/**
 * Which kinds of values a property has. Written by `training/extractor/main.ts value-kinds` from
 * the labelled talk.
 */

/** Properties whose value is never a proper name. */
export const namelessProperties: ReadonlySet<string> = new Set(
  "age,allergy,appearance,belief,birthday,bought,budget,cause,code,collection,cost,date,deadline,debt,description,diet,difficulty,distance,dose,duration,education,event,experience,feature,feeling,field of study,frequency,genre,grade,habit,health,height,hobby,income,ingredient,instrument,interest,issue,knowledge,length,limit,made,material,meaning,motivation,number,occupation,opinion,phone,port,price,progress,purpose,quantity,rank,rate,reason,rent,requirement,responsibility,result,salary,score,setting,size,species,start date,status,symptom,target,temperature,time,trait,version,volunteering,weight,word count".split(
    ",",
  ),
);

/** Properties whose value has a number or a word for an amount. */
export const measuredProperties: ReadonlySet<string> = new Set(
  "age,budget,code,cost,distance,dose,duration,height,length,limit,number,phone,port,price,quantity,rate,rent,salary,size,target,temperature,time,version,weight,word count".split(
    ",",
  ),
);

/** Properties whose value is never a bare number. */
export const wordedProperties: ReadonlySet<string> = new Set(
  "allergy,appearance,belief,boss,brand,breed,cause,character,child,colleague,collection,colour,component,contact,description,diet,difficulty,dislikes,doctor,education,employer,event,favourite,fear,feature,feeling,field of study,focus,format,friend,genre,gift from,grandchild,grandparent,group,habit,health,hobby,home,instrument,interest,issue,knowledge,library,likes,location,made,meaning,medication,member,method,motivation,name,nationality,neighbour,nickname,occupation,opinion,origin,owner,parent,partner,pet,plan,project,purpose,reason,relative,religion,responsibility,role,roommate,school,sibling,skill,status,supplier,symptom,teacher,theme,tool,topic,tradition,trait,type,venue,volunteering,workplace".split(
    ",",
  ),
);
